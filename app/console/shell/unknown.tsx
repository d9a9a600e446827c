import { data } from 'react-router';
import { NothingHere } from '../kit/screen.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export default function Unknown() {
  return (
    <NothingHere title="Not found" to="/" link="Home">
      There is nothing at this address.
    </NothingHere>
  );
}

export { loader as action };
