// Loads the searchable list of currencies once the form is used. Without it the form is whole.
const form = document.querySelector<HTMLFormElement>('form[action="/comparer"]');
if (form) awaitFocus(form);

function awaitFocus(used: HTMLFormElement): void {
  used.addEventListener(
    'focusin',
    () => {
      import('./CurrencyField.tsx').then(
        ({ replaceSelect }) => replaceSelect(used),
        // the next focus tries again
        () => awaitFocus(used),
      );
    },
    { once: true },
  );
}
