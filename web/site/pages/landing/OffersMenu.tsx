import { useEffect, useId, useRef, useState } from 'react';
import { comparisonQuery } from '#domain/comparator/address.ts';
import type { Comparator } from '#domain/comparator/comparator.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './OffersMenu.module.css';

type Props = { search: Comparator; title: string };

// Acts on the whole list, over it.
export function OffersMenu({ search, title }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [copied, setCopied] = useState<boolean | null>(null);
  const url = new URL(`#/?${comparisonQuery(search)}`, location.href).href;
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    const type = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', press);
    addEventListener('keydown', type);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', type);
    };
  }, [isOpen]);

  async function share() {
    try {
      // share sheet, absent from some desktops against the types
      const sheet: Partial<Pick<Navigator, 'share'>> = navigator;
      if (sheet.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch (error) {
      // closed sheet, which is no failure
      if (!(error instanceof DOMException && error.name === 'AbortError')) setCopied(false);
    }
  }

  return (
    <div ref={box} className={styles.box}>
      <button
        ref={button}
        type="button"
        className={styles.more}
        aria-label="Partager ou imprimer"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      <div id={id} className={styles.menu} hidden={!isOpen}>
        <Button variant="secondary" size="small" onClick={() => void share()}>
          Partager
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          Imprimer
        </Button>
        <p className={styles.shared} role="status">
          {copied === null ? null : copied ? 'Adresse copiée.' : `Copiez cette adresse\u00a0: ${url}`}
        </p>
      </div>
    </div>
  );
}
