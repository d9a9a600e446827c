import { redirect } from 'react-router';

/** `/operator` opens the orders that wait. */
export function loader() {
  return redirect('/orders');
}
