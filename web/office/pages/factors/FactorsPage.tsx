import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Factors, passkeyNameDraft } from '#domain/factors/second-factor.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce } from '../../announce.ts';
import { Form, Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { knowsPasskeys, makePasskey } from '../../passkeys.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import styles from './FactorsPage.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpForm } from './TotpForm.tsx';

export const factorsPage = page({
  title: 'Sécurité du compte',
  needs: [],
  load: ({ signal }: Visit): Promise<Factors> => call('GET /api/iam/factors', { signal }),
  Component: FactorsOfUser,
});

function FactorsOfUser({ data: factors }: { data: Factors }) {
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function added(message: string, codes: readonly string[] | null) {
    if (codes) setCodes(codes);
    announce(message);
    return revalidate();
  }

  if (codes) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />;
  const { passkeys, totp } = factors;
  const isProtected = passkeys.length > 0 || totp !== null;
  return (
    <>
      <State factors={factors} isProtected={isProtected} />
      <Passkeys factors={factors} onAdded={added} />
      <Card title="Application de codes">
        <div className={styles.body}>
          <p>
            Une application de votre téléphone, telle que FreeOTP, Aegis ou Google Authenticator, donne un
            code de 6 chiffres qui change toutes les 30 secondes.
          </p>
          {totp ? (
            <FactorInPlace name="Application de codes" kept={totp} body={{ factor: 'totp' }} />
          ) : (
            <TotpForm onAdded={(codes) => added('L’application de codes est en place.', codes)} />
          )}
        </div>
      </Card>
      {isProtected ? <Recovery left={factors.recovery_codes} onMade={setCodes} /> : null}
    </>
  );
}

function State({ factors, isProtected }: { factors: Factors; isProtected: boolean }) {
  if (isProtected) {
    return (
      <Notice
        tone="success"
        title="La double authentification est en place"
        action={<ActionLink to="/fixings">Continuer</ActionLink>}
      >
        À la connexion, votre mot de passe ne suffit plus. Il faut aussi une clé d’accès ou un code.
      </Notice>
    );
  }
  if (!factors.is_required) {
    return (
      <Notice title="La double authentification protège votre compte">
        Même avec votre mot de passe, personne n’entre sans votre téléphone ou votre clé. Pour votre compte,
        elle est facultative.
      </Notice>
    );
  }
  return factors.may_wait ? (
    <Notice
      tone="warning"
      title="Votre compte demande une double authentification"
      action={
        <ActionLink to="/fixings" variant="secondary">
          Plus tard
        </ActionLink>
      }
    >
      Ses droits touchent tous les bureaux. Dans cette démonstration, la double authentification peut
      attendre. Sur une instance réelle, elle passerait avant tout le reste.
    </Notice>
  ) : (
    <Notice tone="warning" title="Votre compte demande une double authentification">
      Mettez en place une clé d’accès ou une application de codes. Le reste s’ouvrira aussitôt.
    </Notice>
  );
}

type Added = (message: string, codes: readonly string[] | null) => unknown;

function Passkeys({ factors: { passkeys }, onAdded }: { factors: Factors; onAdded: Added }) {
  const form = useForm({
    stored: { name: '' },
    draft: passkeyNameDraft,
    send: async ({ name }) => {
      const { options } = await call('GET /api/iam/factors/passkey');
      const passkey = await makePasskey(options);
      const { recovery_codes } = await call('POST /api/iam/factors/passkey', { body: { name, passkey } });
      void onAdded(`La clé d’accès ${name.trim()} est en place.`, recovery_codes);
      return { values: { name: '' } };
    },
  });
  return (
    <Card title="Clés d’accès">
      <div className={styles.body}>
        <p>
          Votre téléphone, votre ordinateur ou une clé de sécurité confirme que c’est vous, par votre
          empreinte, votre visage ou un code. Une clé d’accès ouvre aussi votre compte sans mot de passe.
        </p>
        {passkeys.length > 0 ? (
          <ul className={styles.list}>
            {passkeys.map(({ id, name, ...kept }) => (
              <li key={id}>
                <FactorInPlace name={name} kept={kept} body={{ factor: 'passkey', id }} />
              </li>
            ))}
          </ul>
        ) : null}
        {knowsPasskeys() ? (
          <Form form={form} action="Ajouter une clé d’accès">
            <TextField
              label="Nom de la clé"
              hint="Pour la reconnaître : « Téléphone », « Clé du bureau »"
              autoComplete="off"
              {...form.text('name')}
            />
          </Form>
        ) : (
          <Notice>Ce navigateur ne connaît pas les clés d’accès.</Notice>
        )}
      </div>
    </Card>
  );
}

type Removal = { factor: 'totp' } | { factor: 'passkey'; id: number };
type FactorProps = {
  name: string;
  kept: { created_at: string; last_used_at: string | null };
  body: Removal;
};

function FactorInPlace({ name, kept: { created_at, last_used_at }, body }: FactorProps) {
  const { revalidate } = useRevalidator();
  const removal = useAct(async () => {
    await call('POST /api/iam/factors/remove', { body });
    announce(`${name} : retirée. Vos autres sessions sont fermées.`);
    await revalidate();
  });

  return (
    <div className={styles.kept}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.dates}>
          Ajoutée le {formatMoment(new Date(created_at))}
          {last_used_at ? `, utilisée le ${formatMoment(new Date(last_used_at))}` : ', jamais utilisée'}
        </p>
        <Refused>{removal.failure}</Refused>
      </div>
      <Button
        variant="danger"
        size="small"
        aria-disabled={removal.isActing}
        onClick={() =>
          showModal({
            type: 'confirmation',
            title: `Retirer ${name} ?`,
            message: 'Ce moyen n’ouvrira plus votre compte, et vos autres sessions se fermeront.',
            buttonLabelYes: 'Retirer',
            buttonLabelNo: 'Annuler',
            callbackFunc: removal.act,
          })
        }
      >
        Retirer
        <span className="visually-hidden"> {name}</span>
      </Button>
    </div>
  );
}

function Recovery({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const making = useAct(async () => {
    const { recovery_codes } = await call('POST /api/iam/factors/recovery-codes', {
      body: { replace: true },
    });
    onMade(recovery_codes);
  });

  return (
    <Card title="Codes de secours">
      <div className={styles.body}>
        <p>
          {left === 0
            ? 'Il ne vous reste aucun code de secours.'
            : `Il vous reste ${left} ${left === 1 ? 'code' : 'codes'} de secours. Chacun sert une fois, à la place de votre clé ou de votre téléphone.`}
        </p>
        <div>
          <Button variant="secondary" aria-disabled={making.isActing} onClick={() => making.act()}>
            Refaire mes codes de secours
          </Button>
        </div>
        <Refused>{making.failure}</Refused>
      </div>
    </Card>
  );
}
