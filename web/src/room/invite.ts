/* "Play again" as a chat message: a path that the page turns into a sentence with a link. */

const INVITE = /^\/room\/([A-Za-z0-9]{4,12})$/;

export function inviteTo(code: string): string {
  return `/room/${code}`;
}

/** The path of the room that a message invites to, if it is nothing but that. */
export function inviteIn(text: string): string | null {
  return INVITE.test(text) ? text : null;
}
