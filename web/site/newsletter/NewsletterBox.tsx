import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { isEmail } from '#domain/audience/email.ts';
import { ApiFailure, OUTCOME_UNKNOWN } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Consent, EmailField, Submission } from './EmailForm.tsx';
import styles from './NewsletterBox.module.css';
import { clearConfirmation, hasConfirmation, storeConfirmation } from './pending-confirmation.ts';

type Props = {
  level?: 2 | 3;
  title?: string;
  text?: string;
};

/** Newsletter field and button. Success reloads the page (spec 4), which then shows the confirmation. */
export function NewsletterBox({
  level = 2,
  title = 'La lettre de Parité',
  text = 'L’actualité du change et l’ouverture de la bêta. Peu de lettres, jamais de publicité pour un bureau.',
}: Props) {
  const id = useId();
  const Title = `h${level}` as const;
  const [wasReceived] = useState(hasConfirmation);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isSending, setSending] = useState(false);

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    // invalid addresses send nothing and show nothing (spec 5)
    if (isSending || !isEmail(email)) return;
    setSending(true);
    setFailure(null);
    try {
      await call('POST /api/public/save/email', { body: { email, type: 'newsletter' } });
      storeConfirmation();
      location.reload();
    } catch (error) {
      setSending(false);
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(error);
    }
  }

  return (
    <section className={styles.frame} aria-labelledby={`${id}-title`}>
      <div className={styles.box}>
        <div className={styles.words}>
          <Title id={`${id}-title`} className={styles.title}>
            {title}
          </Title>
          <p className={styles.text}>{text}</p>
        </div>
        {wasReceived ? (
          <Received />
        ) : (
          // validation of the browser would show a message (spec 5)
          <form className={styles.form} noValidate onSubmit={(event) => void subscribe(event)}>
            <div className={styles.line}>
              <EmailField describedBy={`${id}-consent`} />
              <Button type="submit" aria-disabled={isSending}>
                S'inscrire
              </Button>
            </div>
            <Consent id={`${id}-consent`} sentence={NEWSLETTER_CONSENT} />
            {failure ? (
              <Submission isReceived={false}>
                <p>
                  {failure.code === OUTCOME_UNKNOWN ? null : 'Votre adresse n’a pas été enregistrée. '}
                  {failure.message}
                </p>
              </Submission>
            ) : null}
          </form>
        )}
      </div>
    </section>
  );
}

function Received() {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    clearConfirmation();
    // focus, taken from the form by the reload, returns to its place
    message.current?.focus({ preventScroll: true });
    message.current?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, []);
  return (
    <Submission ref={message} isReceived>
      <p>
        Votre adresse est enregistrée. Si elle n’est pas encore confirmée, un e-mail part vers elle. Ouvrez
        son lien pour confirmer votre inscription.
      </p>
    </Submission>
  );
}
