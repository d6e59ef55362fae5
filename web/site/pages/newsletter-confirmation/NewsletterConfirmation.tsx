import { LinkPage } from '../../newsletter/LinkPage.tsx';

/** Where the confirmation mail of the newsletter leads. */
export function NewsletterConfirmation() {
  return (
    <LinkPage
      name="POST /api/public/newsletter/confirm"
      asked={{
        title: 'Confirmez votre inscription',
        text: 'La lettre de Parité dit ce qui change dans le change, et l’ouverture de la bêta. Il ne manque que votre confirmation.',
        button: 'Confirmer mon inscription',
      }}
      done={{
        title: 'Votre inscription est confirmée',
        text: 'Vous recevrez la prochaine lettre de Parité. Chaque lettre permet de vous désinscrire.',
      }}
      wasDone={{
        title: 'Votre inscription était déjà confirmée',
        text: 'Il n’y a rien de plus à faire : vous recevrez la prochaine lettre de Parité.',
      }}
    />
  );
}
