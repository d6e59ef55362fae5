/** Follows the skip link of index.html. Its address cannot, as the hash is a route. */
export function followSkipLink(): void {
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.matches('.skip'))) return;
    event.preventDefault();
    const main = document.querySelector('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus();
  });
}
