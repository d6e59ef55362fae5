import { useClientState } from '#web/shared/feedback/client-state.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { companiesFor } from '../addresses.ts';
import { hasScope } from '../sections.ts';
import { ActionLink } from './ActionLink.tsx';

// `lacks` names what an account without a company does not have here.
export function NoOwnCompany({ lacks }: { lacks: string }) {
  const user = useClientState((state) => state.user);
  const title = 'Votre compte n’est rattaché à aucun bureau';
  if (hasScope(user, 'sittings.list.all')) {
    return (
      <EmptyState title={title} action={<ActionLink to={companiesFor(user)}>Voir les bureaux</ActionLink>}>
        Cette page appartient aux agents de chaque bureau.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={title}>
      {`Sans bureau, il reste sans ${lacks}. Demandez à votre administrateur de le rattacher au vôtre.`}
    </EmptyState>
  );
}
