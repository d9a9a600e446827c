import { data, Link } from 'react-router';
import { Screen } from '../components/screen.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** An address that the console does not have. */
export default function Unknown() {
  return (
    <Screen title="Not found">
      <p className="text-muted">There is nothing at this address.</p>
      <Link to="/orders" className="btn btn-primary self-start">
        Orders
      </Link>
    </Screen>
  );
}

export { loader as action };
