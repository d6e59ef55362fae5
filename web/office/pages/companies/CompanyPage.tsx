import { useLoaderData } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { companiesAddress } from '../../layout/tabs.ts';
import { holds } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Suspension } from '../../ui/Suspension.tsx';
import { UserList } from '../../ui/UserList.tsx';
import styles from './CompanyPage.module.css';
import { EditCompany } from './EditCompany.tsx';
import type { CompanyData } from './load-company.ts';

const EFFECTS = {
  suspend:
    'Ses offres disparaissent aussitôt des comparaisons. Ses taux restent enregistrés et ses utilisateurs gardent leur accès.',
  resume: 'Ses offres reparaissent aussitôt dans les comparaisons, aux taux enregistrés.',
};

/** One bureau: what is said of it, who works for it, and whether its offers are compared. */
export function CompanyPage() {
  const { company }: CompanyData = useLoaderData();
  const user = useClientState((state) => state.user);
  const backTo = companiesAddress(user);
  const mayEdit = holds(user, 'companies.edit.all');
  const mayInvite = holds(user, 'iam.users.edit.all');
  if (!company) {
    return (
      <Notice title="Ce bureau n’existe pas" action={<ActionLink to={backTo}>Voir les bureaux</ActionLink>}>
        Son adresse est peut-être incomplète.
      </Notice>
    );
  }
  const { id, name, users, is_suspended, is_partner } = company;
  return (
    <>
      <div className={styles.top}>
        <BackLink to={backTo}>Bureaux</BackLink>
        {is_partner ? <Badge tone="good">Partenaire</Badge> : null}
        {is_suspended ? <Badge tone="stopped">Suspendu</Badge> : null}
      </div>
      {mayEdit ? <EditCompany key={id} company={company} backTo={backTo} /> : null}
      <Card
        title="Utilisateurs"
        note={
          mayInvite ? (
            <ActionLink to={`/sittings/utilisateurs/nouveau?bureau=${id}`} icon="plus" look="quiet" isSmall>
              Inviter un utilisateur
            </ActionLink>
          ) : null
        }
      >
        <UserList
          label={`Utilisateurs de ${name}`}
          users={users}
          mayEdit={mayInvite}
          none="Personne ne travaille encore pour ce bureau dans Parité."
        />
      </Card>
      {mayEdit ? (
        <Suspension of="companies" id={id} name={name} isSuspended={is_suspended} effects={EFFECTS} />
      ) : null}
    </>
  );
}
