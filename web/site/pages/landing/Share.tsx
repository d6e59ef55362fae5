import { useState } from 'react';
import { comparisonQuery } from '#domain/comparator/address.ts';
import type { Comparator } from '#domain/comparator/comparator.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Offers.module.css';

/** Hands the address of a comparison to the phone's own sheet, or copies it. */
export function Share({ search, title }: { search: Comparator; title: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const url = new URL(`#/?${comparisonQuery(search)}`, location.href).href;

  async function share() {
    try {
      // a desktop's browser may have no sheet, which the types do not say
      const sheet: Partial<Pick<Navigator, 'share'>> = navigator;
      if (sheet.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch (error) {
      // the sheet was closed: nothing more was wanted
      if (!(error instanceof DOMException && error.name === 'AbortError')) setCopied(false);
    }
  }

  return (
    <div className={styles.share}>
      <Button variant="secondary" size="small" onClick={() => void share()}>
        Partager
      </Button>
      <p className={styles.shared} role="status">
        {copied === true ? 'Adresse copiée.' : null}
        {copied === false ? `Copiez cette adresse : ${url}` : null}
      </p>
    </div>
  );
}
