import type { ComponentProps, ReactNode, Ref } from 'react';
import { Picture } from '#web/shared/ui/Picture.tsx';
import styles from './MessagePage.module.css';

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  picture: { src: string; width: number; height: number };
  title: string;
  /** for what takes the focus to the title */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A page that says one thing, and where to go from there. */
export function MessagePage({ picture, title, heading, children, ...props }: Props) {
  return (
    <section className={styles.page} {...props}>
      <Picture className={styles.picture} {...picture} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** The links at its end. */
export function Ways({ children }: { children: ReactNode }) {
  return <p className={styles.ways}>{children}</p>;
}
