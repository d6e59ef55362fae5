import { useState } from 'react';
import { SignIn } from './SignIn.tsx';
import styles from './Traveller.module.css';

/** Stands for what is one's own until one is known; then the page is there, at its address. */
export function SignedOut({ title }: { title: string }) {
  const [email, setEmail] = useState('');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>Connectez-vous par l’adresse avec laquelle vous avez réservé.</p>
      <SignIn email={email} onEmail={setEmail} onSignedIn={() => location.reload()} />
    </div>
  );
}
