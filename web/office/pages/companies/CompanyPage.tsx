import { useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import type { Company } from '#domain/companies/company.ts';
import { companyDraft } from '#domain/companies/company-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { addresses, companiesFor } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { Checklist } from '../../Checklist.tsx';
import { findCompany } from '../../find-company.ts';
import { useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ActCard } from '../../ui/ActCard.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Suspension } from '../../ui/Suspension.tsx';
import { UserList } from '../../ui/UserList.tsx';
import { CompanyForm, editCompany, explainCompany, uploadLogo, valuesOf } from './CompanyForm.tsx';
import { Fees } from './Fees.tsx';

export const companyPage = page({
  title: ({ company }) => company?.name ?? 'Bureau inconnu',
  needs: ['sittings.list.all'],
  load: loadCompany,
  Component: CompanyPage,
});

type CompanyData = {
  company: Company | null;
  checklist: Answer<'GET /api/companies/checklist'> | null;
};

async function loadCompany({ params: { id = '' }, signal }: Visit): Promise<CompanyData> {
  const company = await findCompany(id, signal);
  const checklist = company
    ? await call('GET /api/companies/checklist', { signal, query: { company: company.id } })
    : null;
  return { company, checklist };
}

const EFFECTS = {
  suspend:
    'Ses offres disparaissent aussitôt des comparaisons. Ses taux restent enregistrés et ses utilisateurs gardent leur accès.',
  resume: 'Ses offres reparaissent aussitôt dans les comparaisons, aux taux enregistrés.',
};

function CompanyPage({ data: { company, checklist } }: { data: CompanyData }) {
  const user = useClientState((state) => state.user);
  const backTo = companiesFor(user);
  const mayEdit = hasScope(user, 'companies.edit.all');
  const mayInvite = hasScope(user, 'iam.users.edit.all');
  const seesBranches = hasScope(user, 'branches.list.all');
  if (!company) {
    return (
      <EmptyState
        title="Ce bureau n’existe pas"
        action={<ActionLink to={backTo}>Voir les bureaux</ActionLink>}
      >
        Son adresse est peut-être incomplète.
      </EmptyState>
    );
  }
  const { id, name, users, is_suspended, is_partner } = company;
  return (
    <>
      <BackLink to={backTo} title="Bureaux">
        {is_partner ? <Badge tone="success">Partenaire</Badge> : null}
        {is_suspended ? <Badge tone="failure">Suspendu</Badge> : null}
        {company.is_admitted ? <Badge tone="success">Bêta</Badge> : null}
        {company.charges_fees ? <Badge tone="failure">Non comparé</Badge> : null}
        {seesBranches ? (
          <ActionLink to={addresses.branches(id)} icon="branches" variant="secondary" size="small">
            Agences
          </ActionLink>
        ) : null}
      </BackLink>
      {checklist && user ? <Checklist list={checklist} user={user} company={company} /> : null}
      {mayEdit ? <EditCompany key={id} company={company} backTo={backTo} /> : null}
      {mayEdit ? <Fees key={`fees-${id}`} company={company} /> : null}
      <Card
        title="Utilisateurs"
        note={
          mayInvite ? (
            <ActionLink to={addresses.newUserOf(id)} icon="plus" variant="secondary" size="small">
              Inviter un utilisateur
            </ActionLink>
          ) : null
        }
      >
        {users.length === 0 ? (
          <EmptyList>Personne ne travaille encore pour ce bureau dans Parité.</EmptyList>
        ) : (
          <UserList label={`Utilisateurs de ${name}`} users={users} mayEdit={mayInvite} />
        )}
      </Card>
      {mayEdit ? <BetaAdmission company={company} /> : null}
      {mayEdit ? <SecondFactor company={company} /> : null}
      {mayEdit ? (
        <Suspension of="companies" id={id} name={name} isSuspended={is_suspended} effects={EFFECTS} />
      ) : null}
    </>
  );
}

function EditCompany({ company, backTo }: { company: Company; backTo: string }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: valuesOf(company),
    draft: companyDraft,
    explain: explainCompany,
    send: async ({ logo, ...draft }) => {
      await editCompany(company.id, draft);
      const refusal = logo ? await uploadLogo(company.id, logo) : null;
      const values = { ...draft, logo: null };
      return refusal ? { values, error: { field: 'logo', message: refusal } } : { values };
    },
    onSaved: () => {
      announce('Le bureau a été enregistré.');
      return revalidate();
    },
  });

  return (
    <Card title="Coordonnées">
      <CompanyForm form={form} company={company} backTo={backTo} action="Enregistrer" />
    </Card>
  );
}

function BetaAdmission({ company: { id, name, is_admitted: isAdmitted } }: { company: Company }) {
  const { revalidate } = useRevalidator();
  const action = isAdmitted ? 'Retirer de la bêta' : 'Admettre à la bêta';

  async function change() {
    await call('POST /api/companies/beta', { body: { id, is_admitted: !isAdmitted } });
    announce(isAdmitted ? `${name} ne prend plus de réservation.` : `${name} prend des réservations.`);
    await revalidate();
  }

  return (
    <ActCard
      title="Bêta"
      action={action}
      question={`${action} ${name} ?`}
      isDangerous={isAdmitted}
      act={change}
    >
      {isAdmitted
        ? 'Ses offres ne se réservent plus. Les réservations en cours vont à leur terme, et ses conditions restent enregistrées.'
        : 'Les voyageurs pourront réserver ses offres, à ses conditions et dans la limite de ses stocks. La réservation s’ouvre dès que le bureau les indique.'}
    </ActCard>
  );
}

function SecondFactor({ company: { id, name, requires_second_factor: isRequired } }: { company: Company }) {
  const { revalidate } = useRevalidator();

  async function change() {
    await call('POST /api/companies/second-factor', { body: { id, is_required: !isRequired } });
    const now = isRequired ? 'facultative' : 'exigée';
    announce(`${name} : la double authentification est ${now}.`);
    await revalidate();
  }

  return (
    <ActCard
      title="Double authentification"
      action={isRequired ? 'Ne plus l’exiger' : 'L’exiger'}
      act={change}
    >
      {isRequired
        ? 'Exigée de tous. Chaque compte de ce bureau doit d’abord la mettre en place.'
        : 'Facultative pour les comptes de ce bureau.'}
    </ActCard>
  );
}
