import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { normalizeEmail } from '#domain/audience/email.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import type { OwnAccount } from './load.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { SignedOut } from './SignedOut.tsx';
import { removeDrafts } from './stored-draft.ts';
import styles from './Traveller.module.css';

type PlacedMessage = { at: 'who' | 'data' | 'sessions' | 'erase'; text: string; isFailure: boolean };

export function AccountPage({ data }: { data: OwnAccount }) {
  return data ? <Account {...data} /> : <SignedOut title="Mon compte" />;
}

function Account({ traveller, sessions }: NonNullable<OwnAccount>) {
  const [one, setOne] = useState(traveller);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [message, setMessage] = useState<PlacedMessage | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const confirming = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  async function attempt(at: PlacedMessage['at'], act: () => Promise<string | undefined>) {
    setMessage(null);
    try {
      const text = await act();
      if (text) setMessage({ at, text, isFailure: false });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.status === 401) return setExpired(true);
      setMessage({ at, text: error.message, isFailure: true });
    }
  }
  const messageAt = (at: PlacedMessage['at']) =>
    message?.at === at ? (
      <Notice
        // focus, as the pressed button may be gone
        ref={(notice) => {
          if (document.activeElement === document.body) notice?.focus();
        }}
        tabIndex={-1}
        tone={message.isFailure ? 'failure' : 'success'}
        role={message.isFailure ? 'alert' : 'status'}
      >
        {message.text}
      </Notice>
    ) : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { email, ...body } = one;
    void attempt('who', async () => {
      setOne(await call('POST /api/traveller/me', { body }));
      return 'C’est enregistré.';
    });
  };
  const erase = (event: FormEvent) => {
    event.preventDefault();
    if (normalizeEmail(typed) !== one.email) {
      setFieldError('Saisissez l’adresse de votre compte pour l’effacer.');
      return confirming.current?.select();
    }
    void attempt('erase', async () => {
      await call('POST /api/traveller/delete', { body: { email: typed } });
      removeDrafts();
      await navigate('/', { replace: true });
      return undefined;
    });
  };

  if (hasExpired) return <SignedOut title="Mon compte" hasJustExpired />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Mon compte</h1>
      <p className={styles.lead}>{one.email}</p>
      <form className={styles.stack} noValidate onSubmit={save}>
        <TextField
          label="Prénom"
          autoComplete="given-name"
          maxLength={60}
          value={one.first_name}
          onChange={(event) => setOne({ ...one, first_name: event.currentTarget.value })}
        />
        <TextField
          label="Téléphone (facultatif)"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          value={one.phone}
          onChange={(event) => setOne({ ...one, phone: event.currentTarget.value })}
        />
        <CheckField
          label="Garder mon compte"
          hint="Sinon il est effacé 30 jours après votre dernière réservation."
          checked={one.keeps_account}
          onChange={(event) => setOne({ ...one, keeps_account: event.currentTarget.checked })}
        />
        {messageAt('who')}
        <div className={styles.ways}>
          <Button type="submit">Enregistrer</Button>
          <Link className={buttonClass({ variant: 'secondary' })} to="/voyages">
            Mes voyages
          </Link>
        </div>
      </form>
      <section className={styles.stack}>
        <h2 className={styles.part}>Vos données</h2>
        {messageAt('data')}
        <div className={styles.ways}>
          <Button variant="secondary" onClick={() => void attempt('data', download)}>
            Tout exporter
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              void attempt('data', async () => {
                await call('POST /api/traveller/logout', { body: {} });
                removeDrafts();
                await navigate('/', { replace: true });
                return undefined;
              })
            }
          >
            Se déconnecter
          </Button>
        </div>
      </section>
      <OwnSessions sessions={sessions} attempt={(act) => attempt('sessions', act)} />
      {messageAt('sessions')}
      <form className={styles.stack} noValidate onSubmit={erase}>
        <h2 className={styles.part}>Effacer mon compte</h2>
        <p>
          Vos réservations en cours sont annulées et vos données effacées tout de suite. Seuls des montants
          anonymes sont conservés.
        </p>
        <TextField
          ref={confirming}
          label="Votre adresse e-mail, pour confirmer"
          type="email"
          autoComplete="off"
          value={typed}
          error={fieldError}
          onChange={(event) => {
            setFieldError(undefined);
            setTyped(event.currentTarget.value);
          }}
        />
        {messageAt('erase')}
        <div className={styles.ways}>
          <Button type="submit" variant="danger">
            Effacer mon compte
          </Button>
        </div>
      </form>
    </div>
  );
}

async function download(): Promise<string> {
  const text = JSON.stringify(await call('GET /api/traveller/export'), null, 2);
  saveFile('mes-donnees-parite.json', new Blob([text], { type: 'application/json' }));
  return 'Vos données sont dans vos téléchargements.';
}
