import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import bell from '../pictures/alerts.svg';
import notFound from '../pictures/not-found.svg';
import styles from './LinkPage.module.css';

type Said = { title: string; text: string; isDead?: boolean };

type Props = {
  name: 'POST /api/public/newsletter/confirm' | 'POST /api/public/newsletter/unsubscribe';
  /** before the button is pressed */
  asked: Said & { button: string };
  done: Said;
  wasDone: Said;
};

/** What a link of a newsletter mail leads to. It acts on its button alone: mail scanners follow links. */
export function LinkPage(props: Props) {
  const token = useSearchParams()[0].get('token') ?? '';
  return <Act key={token} token={token} {...props} />;
}

function Act({ token, name, asked, done, wasDone }: Props & { token: string }) {
  const [outcome, setOutcome] = useState<Said | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isSending, setSending] = useState(false);

  async function act() {
    if (isSending) return;
    setSending(true);
    setFailure(null);
    try {
      const { was_done } = await call(name, { query: { token } });
      setOutcome(was_done ? wasDone : done);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const dead = deadLink(error.status);
      if (dead) setOutcome(dead);
      else setFailure(error);
    }
    setSending(false);
  }

  const said = outcome ?? (token === '' ? BROKEN : null);
  if (said) return <Outcome {...said} />;
  return (
    <section className={styles.page}>
      <Picture src={bell} width={96} height={96} />
      <h1>{asked.title}</h1>
      <p>{asked.text}</p>
      <Button aria-disabled={isSending} onClick={() => void act()}>
        {failure ? 'Réessayer' : asked.button}
      </Button>
      {failure ? (
        <p className={styles.failure} role="alert">
          Rien n’a été fait. {failure.message}
        </p>
      ) : null}
    </section>
  );
}

function Outcome({ title, text, isDead = false }: Said) {
  const heading = useRef<HTMLHeadingElement>(null);
  // the button that had the focus is gone
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.page}>
      {isDead ? (
        <Picture src={notFound} width={320} height={200} className={styles.picture} />
      ) : (
        <Picture src={bell} width={96} height={96} />
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <p className={styles.ways}>
        <Link to="/">Comparer les bureaux de change</Link>
        <Link to="/blog">Lire le blog</Link>
      </p>
    </section>
  );
}

const BROKEN: Said = {
  title: 'Ce lien n’est pas complet',
  text: 'Ouvrez-le depuis l’e-mail que vous avez reçu, ou copiez son adresse en entier.',
  isDead: true,
};
const OVER: Said = {
  title: 'Ce lien n’est plus valable',
  text: 'L’inscription a été retirée, ou n’a pas été confirmée dans les 30 jours. Pour recevoir la lettre, inscrivez-vous de nouveau depuis la page d’accueil.',
  isDead: true,
};

/** What is wrong with the link itself, if anything: trying again would not help. */
function deadLink(status: number): Said | null {
  if (status === 410) return OVER;
  return status === 404 || status === 400 ? BROKEN : null;
}
