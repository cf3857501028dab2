export default () => ({inputs: {n: () => {}}, outputs: {n: {subscribe: () => {}}}});
