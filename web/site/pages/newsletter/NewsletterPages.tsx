import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { MessageLinks, MessagePage } from '../../layout/MessagePage.tsx';
import bell from '../../pictures/alerts.svg';
import notFound from '../../pictures/not-found.svg';

export function load(path: string) {
  return path === '/lettre/confirmer'
    ? { title: 'Confirmer votre inscription', Page: NewsletterConfirmPage }
    : { title: 'Quitter la lettre', Page: NewsletterUnsubscribePage };
}

function NewsletterConfirmPage() {
  return (
    <LinkPage
      name="POST /api/public/newsletter/confirm"
      question={{
        title: 'Confirmez votre inscription',
        text: 'La lettre de Parité suit l’actualité du change et l’ouverture de la bêta. Confirmez votre inscription pour la recevoir.',
        button: 'Confirmer mon inscription',
      }}
      done={{
        title: 'Votre inscription est confirmée',
        text: 'Vous recevrez la prochaine lettre de Parité. Chaque lettre permet de vous désinscrire.',
      }}
      wasDone={{
        title: 'Votre inscription était déjà confirmée',
        text: 'C’est fait. Vous recevrez la prochaine lettre de Parité.',
      }}
    />
  );
}

function NewsletterUnsubscribePage() {
  return (
    <LinkPage
      name="POST /api/public/newsletter/unsubscribe"
      question={{
        title: 'Quitter la lettre de Parité',
        text: 'Votre adresse sera effacée tout de suite, et vous ne recevrez plus la lettre.',
        button: 'Me désinscrire',
      }}
      done={{
        title: 'Votre désinscription est faite',
        text: 'Votre adresse est effacée. Vous ne recevrez plus la lettre de Parité.',
      }}
      wasDone={{
        title: 'Votre adresse était déjà effacée',
        text: 'C’est déjà fait. Vous ne recevez plus la lettre de Parité.',
      }}
    />
  );
}

type Message = { title: string; text: string; isDead?: boolean };

type Props = {
  name: 'POST /api/public/newsletter/confirm' | 'POST /api/public/newsletter/unsubscribe';
  question: Message & { button: string };
  done: Message;
  wasDone: Message;
};

/** Page of a mail link. A button acts, because mail scanners follow links. */
function LinkPage(props: Props) {
  const token = useSearchParams()[0].get('token') ?? '';
  return <Act key={token} token={token} {...props} />;
}

function Act({ token, name, question, done, wasDone }: Props & { token: string }) {
  const [outcome, setOutcome] = useState<Message | null>(null);
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

  const message = outcome ?? (token === '' ? BROKEN : null);
  if (message) return <Outcome {...message} />;
  return (
    <MessagePage picture={BELL} title={question.title}>
      <p>{question.text}</p>
      <Button aria-disabled={isSending} onClick={() => void act()}>
        {failure ? 'Réessayer' : question.button}
      </Button>
      {failure ? (
        <Notice tone="failure" role="alert">
          {failure.message}
        </Notice>
      ) : null}
    </MessagePage>
  );
}

function Outcome({ title, text, isDead = false }: Message) {
  const heading = useRef<HTMLHeadingElement>(null);
  // focus of the button, which is gone
  useEffect(() => heading.current?.focus(), []);
  return (
    <MessagePage heading={heading} picture={isDead ? NOT_FOUND : BELL} title={title}>
      <p>{text}</p>
      <MessageLinks>
        <Link to="/">Comparer les bureaux de change</Link>
        <Link to="/blog">Lire le blog</Link>
      </MessageLinks>
    </MessagePage>
  );
}

const BELL = <Picture src={bell} width={96} height={96} />;
const NOT_FOUND = <Picture src={notFound} width={320} height={200} />;

const BROKEN: Message = {
  title: 'Ce lien n’est pas complet',
  text: 'Ouvrez-le depuis l’e-mail que vous avez reçu, ou copiez son adresse en entier.',
  isDead: true,
};
const EXPIRED: Message = {
  title: 'Ce lien n’est plus valable',
  text: 'L’inscription a été retirée, ou n’a pas été confirmée dans les 30 jours. Pour recevoir la lettre, inscrivez-vous de nouveau depuis la page d’accueil.',
  isDead: true,
};

/** Failure of the link itself; null: worth another try. */
function deadLink(status: number): Message | null {
  if (status === 410) return EXPIRED;
  return status === 404 || status === 400 ? BROKEN : null;
}
