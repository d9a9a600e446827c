import { data } from 'react-router';
import { NothingHere } from '../kit/screen.tsx';
import { t } from '../../../messages/console/t.ts';

export function loader() {
  return data(null, { status: 404 });
}

export default function Unknown() {
  return (
    <NothingHere title={t('Not found')} to="/" link={t('Home')}>
      {t('There is nothing at this address.')}
    </NothingHere>
  );
}

export { loader as action };
