/* What is fetched later than the board (later.svelte.ts). */

export { default as ChatPanel } from "../../parts/ChatPanel.svelte";
export { default as EndScreen } from "../../parts/EndScreen.svelte";
export { default as StoryPanel } from "../../parts/StoryPanel.svelte";
export { default as Sure } from "../../parts/Sure.svelte";
export { default as Menu } from "../../parts/TableMenu.svelte";
export { default as Rules } from "./help/Rules.svelte";
export { default as Tutorial } from "./help/Tutorial.svelte";
export { default as PlayerCards } from "./people/PlayerCards.svelte";
export { default as RegionWindow } from "./region/RegionWindow.svelte";
export { default as StageView } from "./stage/StageView.svelte";
export { default as OfferNotices } from "./trade/OfferNotices.svelte";
export { default as TradePanel } from "./trade/TradePanel.svelte";
