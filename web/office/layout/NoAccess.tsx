import { Notice } from '../ui/Notice.tsx';

/** In place of a page whose scopes the user does not hold. */
export function NoAccess() {
  return (
    <Notice title="Vous n’avez pas accès à cette rubrique">
      Vos droits ne l’ouvrent pas. Demandez à votre administrateur s’ils doivent changer.
    </Notice>
  );
}
