import { useClientState } from '#web/shared/feedback/client-state.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { companiesFor } from '../../addresses.ts';
import { hasScope } from '../../sections.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { SEES_ALL } from './branches-scope.ts';

export function NoCompany() {
  const user = useClientState((state) => state.user);
  if (SEES_ALL.every((scope) => hasScope(user, scope))) {
    return (
      <EmptyState
        title="Aucun bureau"
        action={<ActionLink to={companiesFor(user)}>Voir les bureaux</ActionLink>}
      >
        Votre compte n’est rattaché à aucun bureau, ou ce bureau n’existe plus. Les agences de chaque bureau
        se trouvent sur sa page.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Aucun bureau">
      Votre compte n’est rattaché à aucun bureau, ou ce bureau n’existe plus. Il n’y a pas d’agences à
      montrer. Demandez à votre administrateur de rattacher votre compte au vôtre.
    </EmptyState>
  );
}
