import { useRef } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { type BranchView, branchDraft, EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { announce, announceFailure } from '../../announce.ts';
import { useForm } from '../../forms/use-form.ts';
import { page, type Visit } from '../../page.tsx';
import { askToTell } from '../../reservations/ask-to-tell.ts';
import { ClosedNow } from '../../reservations/ClosedNow.tsx';
import { CloseNow } from '../../reservations/CloseNow.tsx';
import { formatCount, formatToMove } from '../../reservations/format.ts';
import { listedScope } from '../../sections.ts';
import { ActCard } from '../../ui/ActCard.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { BranchForm } from './BranchForm.tsx';
import { explainBranch, valuesOf } from './branch-values.ts';
import { type BranchesScope, findBranchesScope, SEES_ALL, SEES_OWN, useMayEdit } from './branches-scope.ts';
import { NoCompany } from './NoCompany.tsx';

const add = { title: 'Ajouter une agence', load: findBranchesScope, Component: AddBranch };
export const addOwnBranchPage = page({ ...add, needs: ['branches.edit.me'] });
export const addBranchPage = page({ ...add, needs: [...SEES_ALL, 'branches.edit.all'] });

const edit = { title: titleOf, load: loadBranch, Component: BranchOfCompany };
export const ownBranchPage = page({ ...edit, needs: SEES_OWN });
export const branchPage = page({ ...edit, needs: SEES_ALL });

type BranchData = { scope: BranchesScope | null; branch: BranchView | null };

async function loadBranch(visit: Visit): Promise<BranchData> {
  const { params, signal } = visit;
  const [scope, branch] = await Promise.all([
    findBranchesScope(visit),
    findBranch(params.branch ?? '', signal),
  ]);
  return { scope: scope, branch: branch?.company_id === scope?.id ? branch : null };
}

async function findBranch(id: string, signal: AbortSignal): Promise<BranchView | null> {
  if (!/^\d{1,9}$/.test(id)) return null;
  try {
    return await call('GET /api/branches/{id}', { signal, params: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && [404, 409].includes(error.status)) return null;
    throw error;
  }
}

function titleOf({ branch }: BranchData): string {
  return branch?.name ?? 'Agence inconnue';
}

function AddBranch({ data: scope }: { data: BranchesScope | null }) {
  const navigate = useNavigate();
  const from = scope?.from?.id ?? null;
  const id = useRef(0);
  const form = useForm({
    stored: EMPTY_BRANCH,
    draft: branchDraft,
    explain: explainBranch,
    send: async (draft) => {
      const body = { ...draft, ...(scope && { company_id: scope.id }) };
      const added = await call('POST /api/branches/save', { body });
      id.current = added.id;
      return { values: valuesOf(added) };
    },
    onSaved: ({ name }) => {
      announce(`L’agence ${name.trim()} a été ajoutée : les voyageurs la voient.`);
      return navigate(addresses.branch(from, id.current), { replace: true });
    },
  });
  if (!scope) return <NoCompany />;
  return (
    <>
      <BackLink to={addresses.branches(from)} title="Agences" />
      <Card title="Nouvelle agence">
        <BranchForm form={form} backTo={addresses.branches(from)} action="Ajouter l’agence" />
      </Card>
    </>
  );
}

function BranchOfCompany({ data: { scope, branch } }: { data: BranchData }) {
  const mayEdit = useMayEdit(scope);
  const backTo = addresses.branches(scope?.from?.id ?? null);
  if (!scope) return <NoCompany />;
  if (!branch) {
    return (
      <EmptyState
        title="Cette agence n’existe pas"
        action={<ActionLink to={backTo}>Voir les agences</ActionLink>}
      >
        Son adresse est peut-être incomplète.
      </EmptyState>
    );
  }
  return (
    <>
      <BackLink to={backTo} title="Agences">
        {branch.is_closed ? (
          <Badge tone="failure">Fermée</Badge>
        ) : mayEdit ? (
          <CloseNow branches={[branch]} />
        ) : null}
      </BackLink>
      <ReservationsToMove branch={branch} />
      {branch.is_closed ? null : <ClosedNow branches={[branch]} mayReopen={mayEdit} />}
      <EditBranch key={branch.id} branch={branch} isLocked={!mayEdit} backTo={backTo} />
      {mayEdit ? (
        branch.expected > 0 && !branch.is_closed ? (
          <ExpectedReservations branch={branch} />
        ) : (
          <Closing branch={branch} />
        )
      ) : null}
    </>
  );
}

type EditProps = { branch: BranchView; isLocked: boolean; backTo: string };

function EditBranch({ branch, isLocked, backTo }: EditProps) {
  const { revalidate } = useRevalidator();
  const toMove = useRef(0);
  const tells = useRef(false);
  const submitAgain = useRef(() => {});
  const form = useForm({
    stored: valuesOf(branch),
    draft: branchDraft,
    // the question has its own dialog
    explain: (failure) => (failure.code === 'travellers_expected' ? undefined : explainBranch(failure)),
    send: async (draft) => {
      const { id, updated_at } = branch;
      const body = { ...draft, id, updated_at, tells_travellers: tells.current };
      tells.current = false;
      try {
        const saved = await call('POST /api/branches/save', { body });
        toMove.current = saved.to_move;
        return { values: valuesOf(saved) };
      } catch (error) {
        askToTell(error, () => {
          tells.current = true;
          submitAgain.current();
        });
        throw error;
      }
    },
    onSaved: () => {
      const count = toMove.current;
      announce(`L’agence a été enregistrée.${count > 0 ? ` ${formatToMove(count)}.` : ''}`);
      return revalidate();
    },
  });
  submitAgain.current = () => form.submit({ preventDefault: () => {} });
  return (
    <Card title="Agence">
      <BranchForm form={form} backTo={backTo} action="Enregistrer" isLocked={isLocked} />
    </Card>
  );
}

/** Changed hours and closures apply at once, so travellers already expected have to be notified. */
function ReservationsToMove({ branch: { id, to_move } }: { branch: BranchView }) {
  const mayList = useMayListOrders();
  if (to_move === 0) return null;
  return (
    <Notice
      tone="warning"
      title={formatToMove(to_move)}
      action={
        mayList ? (
          <ActionLink variant="secondary" size="small" to={addresses.ordersToMove(id)}>
            {to_move < 2 ? 'La voir' : 'Les voir'}
          </ActionLink>
        ) : null
      }
    >
      <p>Chaque voyageur l’a appris par e-mail. Convenez d’une autre heure, ou annulez.</p>
    </Notice>
  );
}

function useMayListOrders(): boolean {
  const user = useClientState((state) => state.user);
  return user !== null && listedScope(user, 'orders') !== null;
}

function ExpectedReservations({ branch: { id, expected } }: { branch: BranchView }) {
  const mayList = useMayListOrders();
  return (
    <Card title="Fermer l’agence">
      <Notice
        tone="warning"
        title={`${formatCount(expected, 'réservation')} ${expected < 2 ? 'y est attendue' : 'y sont attendues'}`}
        action={
          mayList ? (
            <ActionLink variant="secondary" size="small" to={addresses.ordersOf(id)}>
              Voir ces commandes
            </ActionLink>
          ) : null
        }
      >
        <p>
          Remettez, refusez ou annulez chacune d’elles d’abord : un e-mail le dit au voyageur. D’ici là, une
          fermeture exceptionnelle évite d’en recevoir d’autres.
        </p>
      </Notice>
    </Card>
  );
}

const EFFECTS = {
  close:
    'L’agence disparaît aussitôt des comparaisons, et son nom reste pris. Pour quelques jours, ajoutez plutôt une fermeture exceptionnelle.',
  reopen:
    'L’agence reparaît aussitôt dans les comparaisons, telle qu’elle est enregistrée. Les taux d’une feuille à part sont à fixer de nouveau.',
};

function Closing({ branch: { id, name, updated_at, is_closed } }: { branch: BranchView }) {
  const { revalidate } = useRevalidator();

  async function close() {
    try {
      await call('POST /api/branches/close', { body: { id, updated_at, is_closed: !is_closed } });
      announce(is_closed ? `${name} : agence rouverte.` : `${name} : agence fermée.`);
    } catch (error) {
      // reservations made meanwhile, or a colleague's act: the page then shows them
      const known = ['reservations_expected', 'already_closed'];
      if (!(error instanceof ApiFailure) || !known.includes(error.code ?? '')) throw error;
      announceFailure(error.message);
    }
    await revalidate();
  }

  const action = is_closed ? 'Rouvrir' : 'Fermer';
  return (
    <ActCard
      title={is_closed ? 'Agence fermée' : 'Fermer l’agence'}
      action={action}
      question={`${action} ${name} ?`}
      isDangerous={!is_closed}
      act={close}
    >
      {is_closed ? EFFECTS.reopen : EFFECTS.close}
    </ActCard>
  );
}
