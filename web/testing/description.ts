/** Texts that a field is described by, as a screen reader says them. */
export function descriptionOf(field: Element): string {
  return (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
}
