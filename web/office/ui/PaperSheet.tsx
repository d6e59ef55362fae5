import type { ReactNode } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import styles from './PaperSheet.module.css';
import { usePageFormat } from './use-page-format.ts';

type Props = {
  title: string;
  /** beside the button that prints */
  tools?: ReactNode;
  children: ReactNode;
};

/** What is printed, or kept as a PDF, by the browser: black on white, and alone on its paper. */
export function PaperSheet({ title, tools, children }: Props) {
  usePageFormat('A4 portrait');
  return (
    <Card title={title}>
      <div className={styles.body}>
        <div className={styles.tools}>
          {tools}
          <Button variant="secondary" onClick={() => window.print()}>
            Imprimer ou enregistrer en PDF
          </Button>
        </div>
        <section className={styles.sheet} aria-label="Feuille à imprimer">
          {children}
        </section>
      </div>
    </Card>
  );
}
