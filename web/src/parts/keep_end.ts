/* A list that grows at its end shows the end, unless its reader has gone back in it. */

/** Who is nearer to the end than this, in pixels, reads the newest. */
const NEAR = 40;

/** For `use:`. Also where the list is hidden while it grows, or something takes room away from it. */
export function keepEnd(node: HTMLElement): { destroy: () => void } {
  let isAtEnd = true;
  const look = () => {
    // One that is hidden has no size, and its place says nothing.
    if (node.clientHeight > 0) isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
  };
  const follow = () => {
    if (isAtEnd) node.scrollTop = node.scrollHeight;
  };
  node.addEventListener("scroll", look, { passive: true });
  const grown = new MutationObserver(follow);
  grown.observe(node, { childList: true });
  const resized = new ResizeObserver(follow);
  resized.observe(node);
  return {
    destroy: () => {
      node.removeEventListener("scroll", look);
      grown.disconnect();
      resized.disconnect();
    },
  };
}
