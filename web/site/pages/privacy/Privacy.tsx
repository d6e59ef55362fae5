import { TextPage } from '../../text/TextPage.tsx';

export function Privacy() {
  return (
    <TextPage
      title="Politique de confidentialité"
      lead="Comparer ne demande ni compte, ni adresse. Le site public ne dépose aucun cookie et ne contient aucun traceur."
      updated="2026-11-21"
    >
      <section>
        <h2>Ce qui est enregistré, et quand</h2>
        <dl>
          <div>
            <dt>Vous comparez</dt>
            <dd>Une unité de plus au nombre de comparaisons du jour. Ni montant, ni devise, ni personne.</dd>
          </div>
          <div>
            <dt>Vous choisissez un bureau</dt>
            <dd>
              Le bureau choisi et la date. Votre adresse e-mail, seulement si vous l’avez donnée. Si vous avez
              coché la case d’accord : la date et la phrase acceptée.
            </dd>
          </div>
          <div>
            <dt>Vous vous inscrivez à la lettre</dt>
            <dd>Votre adresse e-mail, la date et la phrase acceptée.</dd>
          </div>
          <div>
            <dt>Vous consultez une page</dt>
            <dd>
              Le journal technique retient l’heure, l’adresse demandée au serveur sans ses valeurs, la réponse
              et sa durée. Ni adresse IP, ni contenu.
            </dd>
          </div>
          <div>
            <dt>Vous envoyez un formulaire</dt>
            <dd>
              Votre adresse IP est comptée en mémoire pendant environ une minute, pour limiter les abus, et
              n’est pas écrite.
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h2>Pourquoi, et sur quel fondement</h2>
        <p>
          La lettre d’information et les messages sur l’accès prioritaire reposent sur votre consentement, que
          vous pouvez retirer à tout moment. Une adresse donnée sans cocher la case reste attachée à votre
          choix et ne sert à rien d’autre : nous ne vous écrivons pas. Les comptages et la lutte contre les
          abus reposent sur notre intérêt légitime à mesurer et à protéger le service.
        </p>
      </section>
      <section>
        <h2>Combien de temps</h2>
        <ul>
          <li>Une adresse donnée en choisissant un bureau est conservée trois ans au plus.</li>
          <li>Une adresse inscrite à la lettre est conservée jusqu’à votre désinscription.</li>
          <li>
            Aucune lettre n’est envoyée à ce jour. Quand les inscriptions se confirmeront par e-mail, une
            adresse qui n’est pas confirmée sera effacée au bout de 30 jours.
          </li>
        </ul>
      </section>
      <section>
        <h2>Qui y a accès</h2>
        <p>
          Seule la personne qui exploite cette instance. Aucune adresse n’est vendue, louée ou transmise à un
          bureau, et rien n’est envoyé à un service extérieur. Le bureau dont vous ouvrez le site applique sa
          propre politique.
        </p>
      </section>
      <section>
        <h2>Dans votre navigateur</h2>
        <p>
          Pas de cookie. Le navigateur garde lui-même, le temps de l’onglet, votre dernière recherche, votre
          place dans la page et le fait qu’une inscription vient d’être reçue ; cela n’est pas envoyé au
          serveur. Le back-office, réservé aux bureaux, utilise seulement les cookies nécessaires à la
          connexion.
        </p>
      </section>
      <section>
        <h2>Vos droits</h2>
        <p>
          Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur limitation ou
          leur portabilité, vous opposer à leur usage et retirer votre consentement. L’adresse prévue est
          contact@parite.example ; comme elle est fictive, adressez-vous, le temps de la démonstration, à la
          personne qui vous a donné accès à ce site.
        </p>
        <p>
          Si la réponse ne vous convient pas, vous pouvez saisir la CNIL sur{' '}
          <a href="https://www.cnil.fr/" rel="noopener">
            www.cnil.fr
          </a>
          .
        </p>
      </section>
    </TextPage>
  );
}
