import { readImprint } from '../../imprint.ts';
import { TextPage } from '../../layout/TextPage.tsx';

export function PrivacyPage() {
  const { isDemonstration, publisher } = readImprint();
  return (
    <TextPage
      title="Politique de confidentialité"
      lead="Comparer ne demande ni compte, ni adresse. Le site public ne dépose aucun cookie tant que vous n’y ouvrez pas de compte, et ne contient aucun traceur."
      updated="2026-11-26"
    >
      <section>
        <h2>Les données enregistrées</h2>
        <dl>
          <div>
            <dt>Vous comparez</dt>
            <dd>
              Nous comptons les comparaisons du jour et, pour chaque bureau montré, son rang dans cette
              devise, sans savoir qui les fait. Le montant et le lieu ne sont pas enregistrés.
            </dd>
          </div>
          <div>
            <dt>Vous cherchez un lieu</dt>
            <dd>
              Rien : le lieu cherché n’est ni gardé, ni écrit dans un journal. « Autour de moi » demande votre
              position à votre navigateur, qui l’arrondit à un kilomètre avant de l’envoyer. L’adresse de la
              comparaison ne contient que la commune.
            </dd>
          </div>
          <div>
            <dt>Vous choisissez un bureau</dt>
            <dd>
              Le bureau choisi et la date. Si vous donnez votre adresse e-mail pour l’accès prioritaire :
              l’adresse, la date et la phrase acceptée en l’envoyant.
            </dd>
          </div>
          <div>
            <dt>Vous vous inscrivez à la lettre</dt>
            <dd>
              Votre adresse e-mail, la date et la phrase acceptée. Un e-mail vous demande de confirmer ; quand
              vous confirmez, la date de la confirmation.
            </dd>
          </div>
          <div>
            <dt>Un e-mail vous est envoyé</dt>
            <dd>
              Votre adresse, le type d’e-mail, les dates d’envoi et la réponse du serveur de messagerie, sans
              l’adresse. Le texte et ses liens ne sont pas gardés. Sans serveur de messagerie, l’e-mail est un
              fichier sur la machine, aussi longtemps que sa trace.
            </dd>
          </div>
          <div>
            <dt>Vous ouvrez un compte de voyageur, pour réserver</dt>
            <dd>
              Votre adresse e-mail, votre prénom et votre téléphone si vous les donnez, les dates de vos
              connexions, et ce que vous réservez&nbsp;: le bureau, les montants, le taux, l’heure du retrait
              et ce qu’il en advient, avec une empreinte du réseau tant que c’est en cours. Aucune pièce
              d’identité. Le bureau peut y joindre une note, qui est dans votre export. Votre nom et votre
              téléphone, avant de réserver, restent dans l’onglet de votre navigateur. Le guichet, l’heure,
              les coupures et le montant choisis y restent un jour, jusqu’à ce que ce soit réservé. Chaque
              demande de code, chaque essai et chaque demande de réservation est compté sous des empreintes,
              de l’adresse e-mail, de l’adresse IP et de ses réseaux, qui ne peuvent pas être relues. Ces
              comptes restent un jour, même si vous effacez votre compte, pour que l’effacer ne remette rien à
              zéro. Le journal de sécurité retient les connexions sous un numéro, et les codes faux, avec le
              navigateur en quelques mots et une empreinte du réseau.
            </dd>
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
          <div>
            <dt>Vous travaillez dans un bureau, avec un compte du back-office</dt>
            <dd>
              Vos nom, adresse e-mail et téléphone, votre photo si vous en donnez une, votre bureau et vos
              droits, une empreinte de votre mot de passe, ce qui sert à votre double authentification, les
              dates de vos connexions et de vos liens de mot de passe. Pour chaque connexion, le navigateur en
              quelques mots et l’adresse IP sans sa fin. Les taux que vous fixez, ce que vous faites dans
              l’administration et ce qui y est fait à votre compte. Chaque essai de connexion et chaque
              demande de mot de passe est compté sous deux empreintes, de l’adresse e-mail et de l’adresse IP,
              dont ni l’une ni l’autre ne peut être relue. Un journal de sécurité retient les connexions, les
              échecs, les refus et les changements de votre compte, avec le navigateur en quelques mots et une
              empreinte du réseau.
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h2>Pourquoi, et sur quel fondement</h2>
        <p>
          La lettre d’information et les messages sur l’accès prioritaire reposent sur votre consentement, que
          vous pouvez retirer à tout moment : la lettre par le lien qu’elle contient, l’accès prioritaire par
          une simple demande. Votre compte de voyageur et vos réservations reposent sur l’exécution de ce que
          vous y demandez. Les comptages et la lutte contre les abus reposent sur notre intérêt légitime à
          mesurer et à protéger le service, de même que le registre des taux fixés et des actions du
          back-office : qui a affiché quel taux doit pouvoir être établi.
        </p>
      </section>
      <section>
        <h2>Combien de temps</h2>
        <ul>
          <li>
            Une adresse donnée pour l’accès prioritaire est effacée, avec l’accord donné, au bout de trois
            ans. Il ne reste que le choix du bureau et sa date.
          </li>
          <li>
            Une adresse inscrite à la lettre et qui n’est pas confirmée est effacée au bout de 30 jours.
          </li>
          <li>
            Une adresse confirmée est conservée jusqu’à votre désinscription, qui l’efface tout de suite. Un
            lien le permet dans chaque e-mail de la lettre, et la plupart des messageries montrent un bouton.
          </li>
          <li>
            La trace d’un e-mail envoyé est effacée 30 jours après son envoi, et celles de la lettre dès la
            désinscription.
          </li>
          <li>
            Un compte de voyageur est effacé 30 jours après la fin de votre dernière réservation, ou votre
            dernière visite&nbsp;; si vous choisissez de le garder, après trois ans sans visite. Vous pouvez
            l’exporter et l’effacer vous-même. Les montants réservés restent, sans vous. Un code est effacé
            dès qu’il a servi, ou dans l’heure.
          </li>
          <li>
            Un compte du back-office est conservé tant qu’il sert. Douze mois après sa suspension, le nom,
            l’adresse, le téléphone, la photo, le mot de passe, les liens et les droits sont effacés, jusque
            dans le journal des actions. Les taux fixés et les actions restent, sous un numéro (« Ancien
            utilisateur n° 12 »).
          </li>
          <li>
            Chaque ligne du journal de sécurité est effacée au bout de douze mois. Une nouvelle adresse e-mail
            que vous demandez sans la confirmer l’est au bout d’un jour, un second facteur retiré au bout de
            trois.
          </li>
          <li>
            Une connexion est effacée une fois terminée : au back-office après 12 heures sans usage, ou 7
            jours&nbsp;; celle d’un voyageur après 30 jours sans usage, ou 90. Le compte des essais de
            connexion l’est au bout d’un jour.
          </li>
          <li>
            Le nombre de comparaisons où un bureau a été montré, qui ne dit rien de personne, est gardé treize
            mois.
          </li>
          <li>
            Ces effacements se font d’eux-mêmes, dans l’heure ; après un arrêt du service de plus de trois
            jours, une semaine après sa reprise, le temps d’être sûr que l’horloge dit juste.
          </li>
          <li>
            Les sauvegardes contiennent encore, tant qu’elles sont gardées, ce qui a été effacé depuis. Si
            l’une d’elles doit servir, ce que vous avez fait effacer ou retiré est effacé de nouveau avant la
            reprise du service. Il en est pris note sans votre adresse.
          </li>
        </ul>
      </section>
      <section>
        <h2>Qui y a accès</h2>
        <p>
          {publisher
            ? `Seul l’éditeur du site, responsable de ces traitements : ${publisher.name}, ${publisher.address}. La machine est chez son hébergeur : ${publisher.host}. `
            : 'Seule la personne qui exploite cette instance. '}
          Aucune adresse n’est vendue ou louée, ni transmise à un bureau, sauf à celui chez qui vous réservez,
          avec votre prénom et votre téléphone. Rien n’est envoyé à un service extérieur, sauf les e-mails,
          qui passent par le serveur de messagerie de cette instance. Le bureau dont vous ouvrez le site
          applique sa propre politique.
        </p>
      </section>
      <section>
        <h2>Dans votre navigateur</h2>
        <p>
          Pas de cookie tant que vous n’ouvrez pas de compte de voyageur&nbsp;; ensuite, deux, nécessaires à
          la connexion, effacés quand vous vous déconnectez, au plus tard après 90 jours, et dix minutes
          durant celui du navigateur qui a demandé un code. Le navigateur garde lui-même, le temps de
          l’onglet, votre dernière recherche, votre place dans la page et le fait qu’une inscription vient
          d’être reçue. Cela n’est pas envoyé au serveur. Le back-office, réservé aux bureaux, utilise
          seulement les cookies nécessaires à la connexion. L’un d’eux, qui ne dit rien de personne, y fait
          reconnaître ce navigateur pendant 180 jours.
        </p>
      </section>
      <section>
        <h2>Vos droits</h2>
        <p>
          Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur limitation ou
          leur portabilité, vous opposer à leur usage et retirer votre consentement. Tout ce qui est gardé
          sous votre adresse vous est donné en un fichier. Un compte du back-office encore en service est
          l’affaire de votre employeur. Il peut être effacé dès sa suspension.
        </p>
        <p>
          {publisher ? (
            <>
              Écrivez à <a href={`mailto:${publisher.email}`}>{publisher.email}</a>, ou par courrier à
              l’éditeur. Une réponse vous est due dans le mois.
            </>
          ) : (
            <>
              {isDemonstration ? 'L’adresse prévue, contact@parite.example, est fictive. ' : null}
              Adressez-vous à la personne qui vous a donné accès à ce site.
            </>
          )}
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
