/** Customers of a measured shop, registered through its own endpoints. */
import { type Connection, headerOf, openConnection, requestBytes } from './connection.ts';

const PASSWORD = 'three green mangoes';
let customers = 0;

/** Registers a new customer and returns the session's cookie. `origin` is the shop's own. */
export async function registerCustomer(port: number, origin: string): Promise<string> {
  const connection = await openConnection(port);
  try {
    return await registerOver(connection, origin);
  } finally {
    connection.close();
  }
}

async function registerOver(connection: Connection, origin: string): Promise<string> {
  customers += 1;
  const json = { name: `Customer ${customers}`, email: `customer-${customers}@example.com`, password: PASSWORD };
  const answer = await connection.request(
    requestBytes('/api/auth/sign-up/email', { method: 'POST', headers: { Origin: origin }, json }),
  );
  const cookie = headerOf(answer, 'set-cookie')?.split(';', 1)[0];
  if (answer.status !== 200 || cookie === undefined) throw new Error(`registering answers ${answer.status}`);
  return cookie;
}
