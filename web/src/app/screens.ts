/* The screens, each fetched when it is looked at. */

export const SCREENS = {
  home: async () => (await import("../screens/Home.svelte")).default,
  room: async () => (await import("../screens/RoomScreen.svelte")).default,
  replay: async () => (await import("../screens/ReplayScreen.svelte")).default,
  verify: async () => (await import("../screens/VerifyScreen.svelte")).default,
  sign_in: async () => (await import("../screens/SignIn.svelte")).default,
  text: async () => (await import("../screens/texts")).TEXTS,
} as const;

export type Screens = { readonly [Name in keyof typeof SCREENS]: Awaited<ReturnType<(typeof SCREENS)[Name]>> };
