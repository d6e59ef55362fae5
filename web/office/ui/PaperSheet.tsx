import type { ReactNode } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import styles from './PaperSheet.module.css';
import { usePageFormat } from './use-page-format.ts';

type Props = {
  title: string;
  format?: string;
  notice?: ReactNode;
  tools?: ReactNode;
  isEmpty?: boolean;
  children: ReactNode;
};

export function PaperSheet({
  title,
  format = 'A4 portrait',
  notice,
  tools,
  isEmpty = false,
  children,
}: Props) {
  usePageFormat(format);
  return (
    <Card title={title}>
      <div className={styles.body}>
        {notice}
        <div className={styles.tools}>
          {tools}
          <Button variant="secondary" disabled={isEmpty} onClick={() => window.print()}>
            Imprimer ou enregistrer en PDF
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by the arrow keys too */}
        <section className={styles.sheet} aria-label="Feuille à imprimer" tabIndex={0}>
          {children}
        </section>
      </div>
    </Card>
  );
}
