export type Values = Record<string, unknown>;

// React encodes the braces of what it writes into an address
const SLOT = /\{(\w+)\}|%7B(\w+)%7D/g;

/**
 * Writes values where a template names them in braces. What goes into an address is encoded; an element that
 * holds the name of a list and nothing else is there once for each of it.
 */
export function fillTemplate(template: DocumentFragment, values: Values): void {
  const write = (text: string) =>
    text.replace(SLOT, (_, name, inAddress) =>
      inAddress ? encodeURIComponent(String(values[inAddress])) : String(values[name]),
    );
  for (const element of template.querySelectorAll('*')) {
    for (const attribute of element.attributes) attribute.value = write(attribute.value);
    const name = element.childElementCount === 0 ? /^\{(\w+)\}$/.exec(element.textContent)?.[1] : null;
    const list = values[name ?? ''];
    if (Array.isArray(list)) element.replaceWith(...list.map((item) => withText(element, String(item))));
    for (const node of element.childNodes) if (node instanceof Text) node.data = write(node.data);
  }
}

function withText(element: Element, text: string): Node {
  const copy = element.cloneNode();
  copy.textContent = text;
  return copy;
}
