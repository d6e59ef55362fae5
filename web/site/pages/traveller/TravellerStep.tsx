import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { SignIn } from './SignIn.tsx';
import { STEP_FORM, type StepProps } from './step.ts';
import styles from './Traveller.module.css';
import { useInSight } from './use-in-sight.ts';

type Props = StepProps & { traveller: Traveller | null; onKnown: (traveller: Traveller) => void };

export function TravellerStep(props: Props) {
  const { draft, change, traveller, onKnown } = props;
  const [hasSignedIn, setSignedIn] = useState(false);
  const takeIn = (known: Traveller) => {
    setSignedIn(true);
    onKnown(known);
  };
  return (
    <>
      {/* there before the session is, so that signing in is announced */}
      <p role="status" className={traveller ? styles.said : undefined}>
        {traveller ? <span>Vous êtes connecté avec</span> : null}{' '}
        {traveller ? <strong translate="no">{traveller.email}</strong> : null}
      </p>
      {traveller ? (
        <TravellerForm {...props} traveller={traveller} hasSignedIn={hasSignedIn} />
      ) : (
        <>
          <SignIn
            email={draft.email}
            onEmail={(email) => change({ email })}
            onSignedIn={takeIn}
            act={props.act}
          />
          <div className={styles.ways}>
            <Button variant="secondary" onClick={() => props.go(1)}>
              Retour
            </Button>
          </div>
        </>
      )}
    </>
  );
}

type FormProps = Props & {
  traveller: Traveller;
  hasSignedIn: boolean;
};

function TravellerForm({ draft, change, go, next, act, traveller, onLost, hasSignedIn }: FormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasSignedIn) first.current?.focus();
  }, [hasSignedIn]);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const notice = useInSight(failure);
  const [isWaiting, setWaiting] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isWaiting) return;
    setFailure(undefined);
    if (draft.firstName.trim() === '') {
      first.current?.focus();
      return setError('Saisissez votre prénom. Le guichet vous appellera ainsi.');
    }
    setWaiting(true);
    try {
      await saveTraveller(traveller, draft);
      go(3);
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown;
      if (thrown.status === 401) return onLost();
      setFailure(`${thrown.message.replace(/\.?$/, '.')} Votre saisie est gardée.`);
    } finally {
      setWaiting(false);
    }
  }

  return (
    <form id={STEP_FORM} className={styles.stack} noValidate onSubmit={(event) => void save(event)}>
      {failure ? (
        <Notice ref={notice} tone="failure" role="alert">
          {failure}
        </Notice>
      ) : null}
      <TextField
        ref={first}
        label="Prénom"
        required
        autoComplete="given-name"
        maxLength={60}
        value={draft.firstName}
        error={error}
        onChange={(event) => {
          setError(undefined);
          change({ firstName: event.currentTarget.value });
        }}
      />
      <TextField
        label="Téléphone (facultatif)"
        hint="Visible par le bureau et par Parité."
        type="tel"
        autoComplete="tel"
        maxLength={30}
        value={draft.phone}
        onChange={(event) => change({ phone: event.currentTarget.value })}
      />
      <CheckField
        label="Garder mon compte"
        hint="Sinon il est effacé 30 jours après votre dernière réservation."
        checked={draft.keepsAccount}
        onChange={(event) => change({ keepsAccount: event.currentTarget.checked })}
      />
      <div className={styles.ways}>
        {act(
          <Button type="submit" form={STEP_FORM} size="large" aria-disabled={isWaiting}>
            {next}
          </Button>,
        )}
        <Button variant="secondary" onClick={() => go(1)}>
          Retour
        </Button>
      </div>
    </form>
  );
}

async function saveTraveller(
  known: Traveller,
  { firstName, phone, keepsAccount }: Props['draft'],
): Promise<void> {
  const body = { first_name: firstName.trim(), phone: phone.trim(), keeps_account: keepsAccount };
  const isUnchanged =
    body.first_name === known.first_name &&
    body.phone === known.phone &&
    body.keeps_account === known.keeps_account;
  if (!isUnchanged) await call('POST /api/traveller/me', { body });
}
