import type { ComponentProps, ReactNode, Ref } from 'react';
import { Picture } from '#web/shared/ui/Picture.tsx';
import styles from './MessagePage.module.css';

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  picture: { src: string; width: number; height: number };
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

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

export function MessageLinks({ children }: { children: ReactNode }) {
  return <p className={styles.ways}>{children}</p>;
}
