import { useEffect, useRef } from 'react';
import { CODE_LENGTH } from '#domain/reservations/code.ts';

// nobody types a code so fast
const SCAN_MS = 100;

type Field = HTMLInputElement | HTMLTextAreaElement;
type Burst = { signs: string; at: number; field: Field | null; value: string };

/**
 * Moves a scanner's signs from anywhere on the page to the field of codes, so that none of its keys acts and its Enter sends
 * the code. A dialog that asks something is answered first: nothing is scanned meanwhile.
 */
export function useScanner(
  codeField: { readonly current: HTMLElement | null },
  onScan: (signs: string) => void,
): void {
  const report = useRef(onScan);
  useEffect(() => {
    report.current = onScan;
  });
  useEffect(() => {
    let burst: Burst | null = null;
    let ignoredAt = Number.NEGATIVE_INFINITY;
    function read(event: KeyboardEvent) {
      const { key, target, timeStamp } = event;
      if (key === 'Enter' && timeStamp - ignoredAt < SCAN_MS) event.preventDefault();
      // a person's key, after which an Enter is one too
      if (key === 'Escape') ignoredAt = Number.NEGATIVE_INFINITY;
      if (target === codeField.current || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
        return;
      if (burst && timeStamp - burst.at > SCAN_MS) burst = null;
      if (key.length !== 1 || key === ' ') return;
      // its list would follow each sign
      if (target instanceof HTMLSelectElement) event.preventDefault();
      const field = isField(target) ? target : null;
      burst ??= { signs: '', at: timeStamp, field, value: field?.value ?? '' };
      burst.signs += key;
      if (burst.signs.length < CODE_LENGTH) return;
      event.preventDefault();
      event.stopPropagation();
      restore(burst);
      if (document.querySelector('[role=dialog], [role=alertdialog]')) ignoredAt = timeStamp;
      else {
        report.current(burst.signs);
        codeField.current?.focus();
      }
      burst = null;
    }
    addEventListener('keydown', read, { capture: true });
    return () => removeEventListener('keydown', read, { capture: true });
  }, [codeField]);
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function restore({ field, value }: Pick<Burst, 'field' | 'value'>): void {
  if (!field || field.value === value) return;
  // React's own setter would hide the change from its listeners
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
