import { LinkPage } from '../../newsletter/LinkPage.tsx';

/** Where the unsubscribe link of every newsletter mail leads. */
export function NewsletterLeaving() {
  return (
    <LinkPage
      name="POST /api/public/newsletter/unsubscribe"
      asked={{
        title: 'Quitter la lettre de Parité',
        text: 'Votre adresse sera effacée tout de suite, et vous ne recevrez plus la lettre.',
        button: 'Me désinscrire',
      }}
      done={{
        title: 'Votre désinscription est faite',
        text: 'Votre adresse est effacée : vous ne recevrez plus la lettre de Parité.',
      }}
      wasDone={{
        title: 'Votre adresse était déjà effacée',
        text: 'Il n’y a rien de plus à faire : vous ne recevez plus la lettre de Parité.',
      }}
    />
  );
}
