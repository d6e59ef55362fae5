import { type ReactNode, useId, useState } from 'react';
import styles from './Card.module.css';
import { Icon } from './Icon.tsx';

type Props = {
  title: string;
  note?: ReactNode;
  canFold?: boolean;
  foot?: ReactNode;
  children: ReactNode;
};

export function Card({ title, note, canFold = false, foot, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {canFold ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <span>{title}</span>
              <Icon name="chevron" />
            </button>
          ) : (
            title
          )}
        </h2>
        {note ? <div className={styles.note}>{note}</div> : null}
      </div>
      <div id={id} className={styles.body} hidden={!isOpen}>
        {children}
        {foot ? <div className={styles.foot}>{foot}</div> : null}
      </div>
    </section>
  );
}
