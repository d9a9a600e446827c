/** 'GET riders/:id': the method, and the parts of the path. One that begins with `:` is a parameter. */
export function routeOf({ path }: { path: string }): { method: string; parts: string[] } {
  const [method = '', address = ''] = path.split(' ');
  return { method, parts: address.split('/').filter(Boolean) };
}
