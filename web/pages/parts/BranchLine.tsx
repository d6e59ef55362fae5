import type { ReactNode } from 'react';
import type { OpenView } from '#domain/pages/page.ts';
import { telOf } from '#domain/text/tel.ts';
import styles from './BranchLine.module.css';

export function BranchList({ children }: { children: ReactNode }) {
  return <ol className={styles.list}>{children}</ol>;
}

type Props = {
  number: number;
  name: string;
  address: string;
  city: ReactNode;
  phone: string;
  open: OpenView | null;
  // Beneath the name.
  of?: ReactNode;
  children?: ReactNode;
};

// Branch of a numbered list, to which a pin of the map leads.
export function BranchLine({ number, name, address, city, phone, open, of, children }: Props) {
  return (
    <li id={`agence-${number}`} className={styles.line}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.facts}>
        <h3 className={styles.name}>{name}</h3>
        {of === undefined ? null : <p>{of}</p>}
        {open === null ? null : (
          <p className={styles.open} data-open={open.isOpen}>
            {open.words}
          </p>
        )}
        <p className={styles.note}>
          {address === '' ? null : `${address}, `}
          {city}
        </p>
        {phone === '' ? null : (
          <p className={styles.note}>
            <a href={telOf(phone)}>{phone}</a>
          </p>
        )}
        {children}
      </div>
    </li>
  );
}

export function BranchNote({ children }: { children: string }) {
  return <p className={styles.note}>{children}</p>;
}
