import type { ComponentProps, ReactNode, Ref } from 'react';
import styles from './MessagePage.module.css';

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  picture: ReactNode;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

export function MessagePage({ picture, title, heading, children, ...props }: Props) {
  return (
    <section className={styles.page} {...props}>
      {picture}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

export function MessageLinks({ children }: { children: ReactNode }) {
  return <p className={styles.ways}>{children}</p>;
}
