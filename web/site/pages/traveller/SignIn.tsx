import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { INVALID_EMAIL, isEmail, MAX_EMAIL } from '#domain/audience/email.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { callWithProof } from './call-with-proof.ts';
import { clearSentCode, emailOfValidCode, storeSentCode } from './sent-code.ts';
import { STEP_FORM } from './step.ts';
import styles from './Traveller.module.css';
import { useInSight } from './use-in-sight.ts';

type Props = {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (traveller: Traveller) => void;
  // draws the button of a step beside its receipt; without, it stands below the field
  act?: (button: ReactNode) => ReactNode;
};

const SENDINGS = {
  first: 'Nous avons envoyé un code à',
  again: 'Nous avons envoyé un autre code à',
  unsure: 'Si le code part, il arrivera à',
};

const ASK = 'Recevoir un code';

type Problem = { text: string; isTyped: boolean };

export function SignIn({ email, onEmail, onSignedIn, act }: Props) {
  // stored address, since a phone may drop this page while the mail is read
  const [sentTo, setSentTo] = useState(emailOfValidCode);
  const [sending, setSending] = useState<'first' | 'again' | 'unsure'>('first');
  const [digits, setDigits] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isProving, setProving] = useState(false);
  // field of the visible form
  const field = useRef<HTMLInputElement>(null);
  // no focus on arrival
  const isUntouched = useRef(sentTo === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another field is there
  useEffect(() => {
    if (!isUntouched.current) field.current?.focus();
    isUntouched.current = false;
  }, [sentTo]);

  const notice = useInSight(problem);

  function refuse(text: string) {
    setProblem({ text, isTyped: true });
    // a field above the window is scrolled to by its focus alone
    field.current?.focus();
    field.current?.select();
  }

  async function attempt(act: () => Promise<void>) {
    if (isWaiting) return;
    setWaiting(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.code === 'wrong_code') return refuse(error.message);
      const nothingLost = error.status === 0 ? ' Votre saisie est gardée.' : '';
      setProblem({ text: `${error.message.replace(/\.?$/, '.')}${nothingLost}`, isTyped: false });
    } finally {
      setWaiting(false);
    }
  }

  const askCode = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isEmail(sentTo ?? email.trim())) return refuse(INVALID_EMAIL.message);
    void attempt(async () => {
      const to = sentTo ?? email.trim();
      // a code to an existing account may leave although too many are asked for
      const busy = await callWithProof('POST /api/traveller/code', { email: to }, setProving).then(
        () => null,
        (error) =>
          error instanceof ApiFailure && error.code === 'codes_busy' ? error : Promise.reject(error),
      );
      setDigits('');
      storeSentCode(to);
      setSentTo(to);
      setSending(busy ? 'unsure' : to === sentTo ? 'again' : 'first');
      field.current?.focus();
      if (busy) throw busy;
    });
  };
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (sentTo === null) return;
    // check before sending, to save one of the five guesses
    if (!/^\d{6}$/.test(digits.replace(/\s/g, ''))) return refuse('Le code compte six chiffres.');
    void attempt(async () => {
      const guess = { email: sentTo, code: digits };
      const known = await callWithProof('POST /api/traveller/session', guess, setProving);
      clearSentCode();
      onSignedIn(known);
    });
  };

  const error = problem?.isTyped ? problem.text : undefined;
  const submit = (label: string) => {
    const button = (
      <Button type="submit" form={STEP_FORM} size={act ? 'large' : 'medium'} aria-disabled={isWaiting}>
        {label}
      </Button>
    );
    return act ? act(button) : button;
  };
  return (
    <div className={styles.stack}>
      <p role="status" className={isProving ? styles.said : 'visually-hidden'}>
        {isProving ? 'Beaucoup de monde sur votre réseau. Un instant, nous vérifions votre navigateur.' : ''}
      </p>
      {problem && !problem.isTyped ? (
        <Notice ref={notice} tone="failure" role="alert">
          {problem.text}
        </Notice>
      ) : null}
      {sentTo === null ? (
        <form id={STEP_FORM} className={styles.stack} noValidate onSubmit={askCode}>
          <TextField
            ref={field}
            label="Votre adresse e-mail"
            hint="Nous vous y envoyons un code à six chiffres."
            required
            type="email"
            autoComplete="email"
            maxLength={MAX_EMAIL}
            value={email}
            error={error}
            onChange={(event) => {
              setProblem(null);
              onEmail(event.currentTarget.value);
            }}
          />
          {act ? submit(ASK) : <div className={styles.ways}>{submit(ASK)}</div>}
        </form>
      ) : (
        <form id={STEP_FORM} className={styles.stack} noValidate onSubmit={enter}>
          <p role="status">
            <span>{SENDINGS[sending]}</span> <strong translate="no">{sentTo}</strong>
            <span>. Il est valable 10&nbsp;minutes.</span>
          </p>
          <TextField
            ref={field}
            label="Code à six chiffres"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            value={digits}
            error={error}
            onChange={(event) => {
              setProblem(null);
              setDigits(event.currentTarget.value);
            }}
          />
          <div className={styles.ways}>
            {submit('Valider le code')}
            <button type="button" className={styles.fold} aria-disabled={isWaiting} onClick={() => askCode()}>
              Envoyer un autre code
            </button>
            <button
              type="button"
              className={styles.fold}
              onClick={() => {
                clearSentCode();
                setProblem(null);
                setDigits('');
                setSentTo(null);
              }}
            >
              Changer d’adresse
            </button>
          </div>
        </form>
      )}
    </div>
  );
}
