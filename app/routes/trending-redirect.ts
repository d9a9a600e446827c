import { redirect } from 'react-router';

/** /trending, which the footer links to (product §2). */
export function loader() {
  return redirect('/groceries/trending', 301);
}
