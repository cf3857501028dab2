export default async () => { throw new Error('not today'); };
