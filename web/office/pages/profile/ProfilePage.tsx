import { useRevalidator } from 'react-router';
import type { Factors } from '#domain/factors/second-factor.ts';
import type { Me } from '#domain/iam/me.ts';
import {
  type OwnSecurityEvent,
  type OwnSession,
  type Profile,
  passwordChangeDraft,
  profileDraft,
} from '#domain/profile/profile.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { formatStrength } from '../../format-strength.ts';
import formStyles from '../../forms/Form.module.css';
import { Form } from '../../forms/Form.tsx';
import { explainByCode, useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { formatFactors } from './format-factors.ts';
import { OwnEvents } from './OwnEvents.tsx';
import { OwnMail } from './OwnMail.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Photo } from './Photo.tsx';
import styles from './ProfilePage.module.css';
import picture from './profil.svg';

export const profilePage = page({ needs: [], load: loadProfile, Component: ProfilePage });

type ProfileData = {
  user: Me;
  profile: Profile;
  factors: Factors;
  sessions: readonly OwnSession[];
  events: readonly OwnSecurityEvent[];
  at: Date;
};

async function loadProfile({ user, signal }: Visit): Promise<ProfileData> {
  const [profile, factors, sessions, events] = await Promise.all([
    call('GET /api/profile', { signal }),
    call('GET /api/iam/factors', { signal }),
    call('GET /api/profile/sessions', { signal }),
    call('GET /api/profile/security-events', { signal }),
  ]);
  return { user, profile, factors, sessions, events, at: new Date() };
}

function ProfilePage({ data }: { data: ProfileData }) {
  const { user, profile, factors, sessions, events, at } = data;
  return (
    <>
      <Details profile={profile} />
      <Photo user={user} />
      <OwnMail key={profile.awaited_mail} profile={profile} />
      <Password mail={profile.mail} />
      <SecondFactor factors={factors} />
      <OwnSessions sessions={sessions} now={at} />
      <OwnEvents events={events} />
      <img className={styles.picture} src={picture} alt="" width={960} height={540} />
    </>
  );
}

function Details({ profile: { mail, awaited_mail: _, ...stored } }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored,
    draft: profileDraft,
    explain: explainByCode<typeof stored>({ invalid_name: 'name', invalid_phone: 'phone' }),
    send: async (values) => {
      const {
        mail: _mail,
        awaited_mail: _awaited,
        ...saved
      } = await call('POST /api/profile/edit', { body: values });
      return { values: saved };
    },
    onSaved: ({ name, surname }) => {
      // shown in the header of every page
      useClientState.setState(({ user }) => ({
        user: user && { ...user, name: name.trim(), surname: surname.trim() },
      }));
      announce('Vos coordonnées ont été enregistrées.');
      return revalidate();
    },
  });
  return (
    <Card title="Vos coordonnées" note={mail}>
      <div className={styles.form}>
        <Form form={form} action="Enregistrer">
          <div className={formStyles.pair}>
            <TextField label="Prénom" autoComplete="given-name" required {...form.text('name')} />
            <TextField label="Nom" autoComplete="family-name" {...form.text('surname')} />
            <TextField label="Téléphone" type="tel" autoComplete="tel" {...form.text('phone')} />
          </div>
        </Form>
      </div>
    </Card>
  );
}

const EMPTY = { present: '', password: '', confirmation: '' };

function Password({ mail }: { mail: string }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: EMPTY,
    draft: passwordChangeDraft,
    explain: explainByCode<typeof EMPTY>({
      wrong_password: 'present',
      weak_password: 'password',
      same_password: 'password',
    }),
    send: async ({ present, password }) => {
      await call('POST /api/profile/password', { body: { present, password } });
      return { values: EMPTY };
    },
    onSaved: () => {
      announce('Votre mot de passe a changé. Vos autres sessions sont fermées.');
      return revalidate();
    },
  });
  return (
    <Card title="Mot de passe">
      <div className={styles.form}>
        <Form form={form} action="Changer le mot de passe">
          {/* for the browser's password manager */}
          <input
            className="visually-hidden"
            type="text"
            autoComplete="username"
            value={mail}
            readOnly
            hidden
          />
          <div className={styles.passwords}>
            <PasswordField
              label="Mot de passe actuel"
              autoComplete="current-password"
              {...form.text('present')}
            />
            <PasswordField
              label="Nouveau mot de passe"
              hint={formatStrength(form.fields.watch('password'))}
              autoComplete="new-password"
              {...form.text('password')}
            />
            <PasswordField
              label="Confirmation du nouveau mot de passe"
              autoComplete="new-password"
              {...form.text('confirmation')}
            />
          </div>
          <p className={styles.effect}>Vos autres sessions se fermeront.</p>
        </Form>
      </div>
    </Card>
  );
}

function SecondFactor({ factors }: { factors: Factors }) {
  return (
    <Card title="Double authentification">
      <div className={styles.factors}>
        <p>{formatFactors(factors)}</p>
        <ActionLink to={addresses.factors} variant="secondary">
          Gérer la double authentification
        </ActionLink>
      </div>
    </Card>
  );
}
