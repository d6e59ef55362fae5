/**
 * A link that is pressed in the first wait and let go in the page that took its place in between is two links
 * for the browser, which follows neither: it is followed here.
 */
export function followPressedLinks(): void {
  let pressed: HTMLAnchorElement | null = null;
  addEventListener('mousedown', (event) => {
    pressed = isPlain(event) ? linkAt(event) : null;
  });
  addEventListener('mouseup', (event) => {
    const link = linkAt(event);
    if (pressed && !pressed.isConnected && link?.href === pressed.href) link.click();
    pressed = null;
  });
}

function linkAt({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null;
}

/** What opens another tab or window is left to the browser. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
