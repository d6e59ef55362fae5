import { useEffect, useRef, useState } from 'react';
import { SignIn } from './SignIn.tsx';
import styles from './Traveller.module.css';

export function SignedOut({ title, hasJustExpired = false }: { title: string; hasJustExpired?: boolean }) {
  const [email, setEmail] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // focus of a button that went away with the page
    if (hasJustExpired) heading.current?.focus();
  }, [hasJustExpired]);
  return (
    <div className={styles.page}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.lead}>
        {`${hasJustExpired ? 'Votre session a pris fin. ' : ''}Connectez-vous par l’adresse avec laquelle vous avez réservé.`}
      </p>
      <SignIn email={email} onEmail={setEmail} onSignedIn={() => location.reload()} />
    </div>
  );
}
