import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { PHOTO_SHAPE, PHOTO_TYPE_MESSAGE } from '#domain/profile/photo.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { announce } from '../../announce.ts';
import pictureStyles from '../../forms/PictureField.module.css';
import { PictureField } from '../../forms/PictureField.tsx';
import { hasScope } from '../../sections.ts';
import { UserPhoto } from '../../ui/UserPhoto.tsx';
import styles from './ProfilePage.module.css';

/** CSS pixels: half of the stored size, for dense screens. */
const SIZE = PHOTO_SHAPE.width / 2;

export function Photo({ user }: { user: Me }) {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const mayShow = hasScope(user, 'identity.photo');
  if (!mayShow && user.img === '') return null;

  async function change(send: () => Promise<unknown>, message: string) {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      await send();
      setFile(null);
      announce(message);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      return setFailure(error.message);
    } finally {
      setSending(false);
    }
    // also loads the header's photo
    await revalidate();
  }

  const save = (chosen: File) =>
    change(() => call('POST /api/profile/photo', { file: chosen }), 'Votre photo a été enregistrée.');
  const remove = () =>
    change(
      () => call('POST /api/profile/photo/remove', { body: { img: user.img } }),
      'Votre photo a été retirée.',
    );

  return (
    <Card title="Photo" note="visible de vous seul, en haut de chaque page">
      <div className={styles.photo}>
        <PictureField
          label="Votre photo"
          previewLabel="Aperçu de votre nouvelle photo"
          current={
            <UserPhoto
              img={user.img}
              size={SIZE}
              className={`${pictureStyles.picture} ${pictureStyles.round}`}
              alt={user.img === '' ? 'Aucune photo' : 'Votre photo actuelle'}
            />
          }
          size={{ width: SIZE, height: SIZE }}
          shape={PHOTO_SHAPE}
          notPictureError={PHOTO_TYPE_MESSAGE}
          hint="L’image est coupée au carré. Le lieu et la date de la photo sont retirés du fichier."
          unsentFile={file}
          error={failure}
          onChoose={(chosen) => {
            setFailure(undefined);
            setFile(chosen);
          }}
        />
        <div className={styles.photoButtons}>
          {file ? (
            <Button aria-disabled={isSending} onClick={() => void save(file)}>
              Enregistrer la photo
            </Button>
          ) : null}
          {user.img !== '' && !file ? (
            <Button variant="secondary" aria-disabled={isSending} onClick={() => void remove()}>
              Retirer la photo
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
