/** What was read is not what it should be. */
export class Malformed extends Error {}
